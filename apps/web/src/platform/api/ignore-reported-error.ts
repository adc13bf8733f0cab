/** Catch handler for the promise of a mutation: the query client has already shown the error. */
export const ignoreReportedError = (): void => undefined;
