/** A file as text; the build puts it into the program. */
declare module '*?raw' {
  const text: string;
  export default text;
}
