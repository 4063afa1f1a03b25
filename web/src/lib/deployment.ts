/** Whether the client has a server. The static site (`cargo xtask site`) has none. */
export const HAS_SERVER = import.meta.env.MODE !== 'site'
