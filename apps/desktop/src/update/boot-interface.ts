/** What the boot loader of a packaged client offers to the program that it has loaded. */
interface BootInterface {
  /** Reports that the program has started; otherwise the boot loader returns to the previous one. */
  confirm(): void;
}

declare global {
  // Absent in a client that was not packaged, which has no boot loader.
  var shufangBoot: BootInterface | undefined;
}

/** Reports to the boot loader that the client's page has started. */
export const confirmProgram = (): void => globalThis.shufangBoot?.confirm();
