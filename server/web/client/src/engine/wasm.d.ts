/** The address of the compiled rules. */
declare module 'engine.wasm?url' {
  const url: string;
  export default url;
}
