/** For the promise of a mutation that failed: the query client has told the person of it. */
export const ignoreTheReported = (): void => undefined;
