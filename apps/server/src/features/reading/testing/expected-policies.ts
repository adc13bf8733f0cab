/** The Content-Security-Policies that tests expect of the content origin. They are written by hand, and not read from the product. */

/** Returns the directives of the documents and resources of a book. */
export const expectedBookPolicy = (appOrigins: string): readonly string[] => [
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors 'self' ${appOrigins}`,
];

/** Returns the directives of the page of the reading engine, whose scripts are in the folder `scripts`. */
export const expectedEnginePolicy = (scripts: string, appOrigins: string): readonly string[] => [
  "default-src 'none'",
  `script-src ${scripts}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${appOrigins}`,
];
