declare module 'virtual:locale/*' {
  const text: string
  export default text
}

interface ImportMetaEnv {
  /** Whether the client has a server. The static site (`cargo xtask site`) has none. */
  readonly HAS_SERVER: boolean
}
