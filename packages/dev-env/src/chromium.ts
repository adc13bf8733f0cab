/** How tests and benchmarks start the installed Chromium. */

/**
 * Chromium features that are switched off. Chromium uses the last of two such lists, so this one repeats the entries of the driver's own
 * list that matter on a machine without a network. The WebUI pages of the address bar are invisible; each new profile would load two of
 * them, in a process.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Launch options of the installed Chromium. */
export const LAUNCH = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Without a locale Chromium assumes ASCII file names and names every Chinese download "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
};

/** Returns the argument that partitions the storage of frames by site, as in users' browsers. The driver turns that off by default. */
export const partitionedStorage = (): string =>
  `--disable-features=${disabledFeatures.filter((feature) => feature !== 'ThirdPartyStoragePartitioning').join(',')}`;
