/** What the boot loader of a packaged client offers to the program that it has loaded. */
interface BootInterface {
  /** The public keys (PEM) that the boot loader accepts. It stays as it was installed, so a newer program may have others. */
  readonly publicKeys: readonly string[];
  /** Reports that the program has started; otherwise the boot loader returns to the previous one. */
  confirm(): void;
}

declare global {
  // Absent in a client that was not packaged, which has no boot loader.
  var shufangBoot: BootInterface | undefined;
}

/** Returns the keys by which a bundle must be signed to be loaded: `own`, those of the program, if there is no boot loader. */
export const bundleKeys = (own: readonly string[]): readonly string[] => globalThis.shufangBoot?.publicKeys ?? own;

/** Reports to the boot loader that the client's page has started. */
export const confirmProgram = (): void => globalThis.shufangBoot?.confirm();
