declare module 'virtual:locale/*' {
  const text: string
  export default text
}
