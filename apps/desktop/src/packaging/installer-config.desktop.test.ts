/** The configuration of electron-builder against its own schema, and against what schools and readers need. */
import { existsSync, readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { expect, it } from 'vitest';
import { readNpmFile } from '../../../../tooling/npm-file.mjs';
import { BUILDER_VERSION, installerConfig } from './installer-config.ts';

const CHECKSUM = 'sha512-wfL7EhujuODDW3uMSD8RPcr/MLzmT0dmpVfWV0wFUWXI0rIdaukzAJ7EFUSyHXOpxuBZqaIGlQt6VeQhtHhetw==';
const config = installerConfig({ version: '1.2.3', output: '/out', mirror: 'https://mirror.example/electron/' });

/** Returns the errors that electron-builder would report. */
const errorsOf = (value: unknown): unknown[] => {
  const schema = JSON.parse(readNpmFile('app-builder-lib', BUILDER_VERSION, CHECKSUM, 'scheme.json')) as object;
  // `typeof` of the schema is about functions, which JSON does not have.
  const ajv = new Ajv({ strict: false, allErrors: true });
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
};

it('is valid by the schema of electron-builder, which refuses other fields and values', () => {
  expect(errorsOf(JSON.parse(JSON.stringify(config)))).toEqual([]);
  expect(errorsOf({ ...config, nsis: { ...config.nsis, oneClik: false } })).not.toEqual([]);
  expect(errorsOf({ ...config, mac: { ...config.mac, hardenedRuntime: 'yes' } })).not.toEqual([]);
});

it('makes installers for Windows, macOS and Linux, with our icons and links', () => {
  const targets = [config.win, config.mac, config.linux].flatMap(({ target }) => target.map((each) => each.target));
  expect(targets).toEqual(['nsis', 'zip', 'dmg', 'zip', 'AppImage', 'deb']);
  for (const icon of [config.win.icon, config.mac.icon, config.linux.icon, config.nsis.include]) expect(existsSync(icon), icon).toBe(true);
  expect(config.protocols).toEqual([{ name: '书房', schemes: ['shufang'] }]);
});

it('can be installed in silence for all users, with a preset server', () => {
  expect(config.nsis).toMatchObject({
    oneClick: false,
    perMachine: false,
    selectPerMachineByDefault: true,
    deleteAppDataOnUninstall: false,
  });
  const script = readFileSync(config.nsis.include, 'utf8');
  expect(script).toContain('"/SERVER="');
  expect(script).toContain('shufang-server.txt');
});

it('takes Electron from a mirror or a folder, and switches the fuses', () => {
  expect(config).toMatchObject({ electronDownload: { mirror: 'https://mirror.example/electron/' } });
  expect(installerConfig({ version: '1.2.3', output: '/out', electronFolder: '/electron' })).toMatchObject({ electronDist: '/electron' });
  expect(config.electronFuses).toMatchObject({ runAsNode: false, onlyLoadAppFromAsar: true, enableNodeCliInspectArguments: false });
});
