/**
 * The fuses of the packaged binary: switches inside Electron's executable that nobody can change without changing the executable
 * (security.md §2, desktop client). https://www.electronjs.org/docs/latest/tutorial/fuses
 */
import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * Returns the fuses. `isNewElectron`: whether the binary has the fuses of current versions; that of the tests is older. The binary of the
 * tests also lets a debugger attach, with which the tests control the client.
 */
export const fusesFor = ({ isNewElectron, isForTests }: { isNewElectron: boolean; isForTests: boolean }): FuseConfig => ({
  version: FuseVersion.V1,
  strictlyRequireAllFuses: isNewElectron,
  // The executable runs no other program: neither as Node, nor with options from the environment, nor from a folder beside it.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: isForTests,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: !isForTests,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  ...(isNewElectron ? { [FuseV1Options.GrantFileProtocolExtraPrivileges]: false, [FuseV1Options.WasmTrapHandlers]: true } : {}),
});
