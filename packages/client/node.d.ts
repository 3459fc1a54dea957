/** A type of browsers that the generated client names, and that the types of Node.js lack. */
type BodyInit = NonNullable<RequestInit['body']>;
