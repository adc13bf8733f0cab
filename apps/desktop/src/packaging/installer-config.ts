/**
 * The configuration of electron-builder, which makes the installers of Windows, macOS and Linux (AppImage, deb) from the folder of a program.
 * The unpacked client and the .deb of this computer are made without it. https://www.electron.build/configuration
 */
import path from 'node:path';
import { APP_ID } from '@shufang/contract';
import desktop from '../../package.json' with { type: 'json' };
import { LINK_SCHEME } from '../main/deep-link.ts';
import { EXECUTABLE } from './install-runtime.ts';

/** Version of electron-builder, with which the configuration was checked. */
export const BUILDER_VERSION = '26.17.0';

export const PRODUCT_NAME = '书房';

const icons = path.resolve(import.meta.dirname, '..', '..', 'icons');
const installerScript = path.join(import.meta.dirname, 'installer.nsh');

export interface InstallerOptions {
  readonly version: string;
  /** Folder of the results. */
  readonly output: string;
  /** Unpacked Electron to use instead of a download; undefined: it is downloaded. */
  readonly electronFolder?: string | undefined;
  /** Address of a mirror from which Electron is downloaded (`ELECTRON_MIRROR`); undefined: the usual one. */
  readonly mirror?: string | undefined;
}

/** Returns the configuration as JSON. */
export const installerConfig = ({ version, output, electronFolder, mirror }: InstallerOptions) => ({
  appId: APP_ID,
  productName: PRODUCT_NAME,
  copyright: `© ${PRODUCT_NAME}`,
  electronVersion: desktop.devDependencies.electron,
  ...(electronFolder === undefined ? {} : { electronDist: electronFolder }),
  ...(mirror === undefined ? {} : { electronDownload: { mirror } }),
  directories: { output },
  files: ['**/*'],
  extraMetadata: { name: EXECUTABLE, version },
  asar: true,
  // The program is bundled: it has no modules to install or to rebuild.
  npmRebuild: false,
  nodeGypRebuild: false,
  artifactName: `${EXECUTABLE}-\${version}-\${os}-\${arch}.\${ext}`,
  protocols: [{ name: PRODUCT_NAME, schemes: [LINK_SCHEME] }],
  // Updates are found and verified by the client itself. The address is needed so that the files of electron-updater are written.
  publish: [{ provider: 'generic', url: 'https://localhost/', publishAutoUpdate: false }],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  win: {
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64'] },
    ],
    icon: path.join(icons, 'icon.ico'),
    executableName: EXECUTABLE,
  },
  // Silent installation for schools: `setup.exe /S /allusers /SERVER=https://… /D=C:\folder`.
  nsis: {
    oneClick: false,
    perMachine: false,
    selectPerMachineByDefault: true,
    allowElevation: true,
    allowToChangeInstallationDirectory: true,
    createDesktopShortcut: true,
    createStartMenuShortcut: true,
    shortcutName: PRODUCT_NAME,
    runAfterFinish: true,
    deleteAppDataOnUninstall: false,
    installerIcon: path.join(icons, 'icon.ico'),
    uninstallerIcon: path.join(icons, 'icon.ico'),
    installerLanguages: ['zh_CN', 'en_US'],
    language: '2052',
    differentialPackage: false,
    include: installerScript,
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    icon: path.join(icons, 'icon.icns'),
    category: 'public.app-category.education',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    darkModeSupport: false,
  },
  linux: {
    target: [
      { target: 'AppImage', arch: ['x64', 'arm64'] },
      { target: 'deb', arch: ['x64', 'arm64'] },
    ],
    icon: icons,
    category: 'Education',
    executableName: EXECUTABLE,
    maintainer: `${PRODUCT_NAME} <noreply@localhost>`,
    synopsis: PRODUCT_NAME,
    mimeTypes: [`x-scheme-handler/${LINK_SCHEME}`],
  },
  deb: { packageName: EXECUTABLE },
});
