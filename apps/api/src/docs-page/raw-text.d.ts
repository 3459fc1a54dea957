/** A file imported as text; the build inlines it. */
declare module '*?raw' {
  const text: string;
  export default text;
}
