// Reads the platform of an optional package from its name, for the lock file (complete-lockfile.mjs).

const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  macos: 'darwin',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  linux: 'linux',
  linuxmusl: 'linux',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
};
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Returns the `cpu`, `libc` and `os` that the name of a package states, e.g. `@swc/core-linux-x64-musl`. */
export const platformOf = (name) => {
  const nameParts = name.split(/[^a-z0-9]+/);
  const system = nameParts.map((word) => SYSTEMS[word]).find(Boolean);
  const processor = nameParts
    .map((word) => (word.startsWith('arm') && word !== 'arm64' ? 'arm' : word))
    .find((word) => PROCESSORS.includes(word));
  const libc =
    nameParts.includes('musl') || nameParts.includes('linuxmusl')
      ? 'musl'
      : nameParts.includes('gnu') || nameParts.includes('gnueabihf')
        ? 'glibc'
        : undefined;
  return { ...(processor ? { cpu: [processor] } : {}), ...(libc ? { libc: [libc] } : {}), ...(system ? { os: [system] } : {}) };
};
