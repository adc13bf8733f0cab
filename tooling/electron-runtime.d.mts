/** Returns the path of the executable of the Electron runtime for tests, which is downloaded if it is absent. Throws with the reason. */
export declare const ensureElectronRuntime: () => Promise<string>;
