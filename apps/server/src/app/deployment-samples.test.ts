/** Checks that the samples in `deploy/` match the program: their settings are accepted, and their commands are those of `npm start`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSecret, readConfig } from '../platform/config.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const folder = mkdtempSync(path.join(os.tmpdir(), 'shufang-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Parses an environment file as systemd and compose do. */
const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

const file = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const sample = read('deploy/shufang.env.example');
const { arguments: serverArguments } = JSON.parse(read('apps/server/server-command.json')) as { arguments: string[] };

describe('the sample of settings', () => {
  it('starts production with the secrets that the unit adds', () => {
    const secrets = { SECRET_KEY_FILE: file('key', makeSecret()), METRICS_TOKEN_FILE: file('metrics', 'token') };
    expect(readConfig({ ...settingsOf(sample), ...secrets })).toMatchObject({
      mode: 'production',
      publicUrl: 'https://books.example.com',
      contentUrl: 'https://{book}.books.example.com',
      trustedProxies: ['127.0.0.1', '::1'],
      smsProvider: 'none',
      payProviders: [],
      s3: undefined,
    });
  });

  it('names only settings that the documentation describes', () => {
    const described = new Set(Array.from(read('docs/configuration.md').matchAll(/`([A-Z][A-Z0-9_]*)(?:`|=)/g), ([, name]) => name));
    const shown = Object.keys(settingsOf(sample.replaceAll(/^#(?=[A-Z])/gm, '')));
    expect(shown.filter((name) => !described.has(name) && !described.has(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('accepts the external stores that it shows in comments', () => {
    const shown = settingsOf(sample.replaceAll(/^#(?=[A-Z])/gm, ''));
    const files = Object.entries(shown).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([name]) => name)).toEqual(['DATABASE_URL_FILE', 'S3_ACCESS_KEY_ID_FILE', 'S3_SECRET_ACCESS_KEY_FILE']);
    const there = Object.fromEntries(files.map(([name]) => [name, file(name, 'postgres://shufang:secret@localhost/shufang')]));
    const config = readConfig({ ...shown, ...there, SECRET_KEY: makeSecret() });
    expect(config.s3).toMatchObject({ endpoint: 'https://s3.oss-cn-hangzhou.aliyuncs.com', region: 'cn-hangzhou', pathStyle: false });
    expect([config.databaseUrl, config.redisUrl]).not.toContain(undefined);
  });
});

describe('the samples', () => {
  it('run the command of npm start', () => {
    expect(read('deploy/Containerfile')).toContain(`CMD ${JSON.stringify(['node', ...serverArguments]).replaceAll('","', '", "')}`);
    expect(read('deploy/shufang.service')).toContain(`ExecStart=/opt/shufang/node_modules/.bin/node ${serverArguments.join(' ')}\n`);
  });

  it('pass secrets only as files, and make-secrets.sh makes each secret of compose', () => {
    const compose = read('deploy/compose.yaml');
    const environment = [...compose.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
    const byFile = environment.filter(({ name }) => name.endsWith('_FILE'));
    expect(byFile.map(({ name }) => name).sort()).toEqual([
      'DATABASE_URL_FILE',
      'METRICS_TOKEN_FILE',
      'POSTGRES_PASSWORD_FILE',
      'SECRET_KEY_FILE',
    ]);
    expect(environment.filter(({ name }) => /SECRET|PASSWORD|TOKEN|DATABASE_URL/.test(name) && !name.endsWith('_FILE'))).toEqual([]);
    for (const { value } of byFile) {
      const name = path.basename(value);
      expect(compose).toContain(`file: secrets/${name}\n`);
      expect(read('deploy/make-secrets.sh')).toContain(`>"$folder/${name}"`);
    }
    expect(read('deploy/shufang.service')).not.toMatch(/(?:SECRET_KEY|METRICS_TOKEN|PASSWORD)=/);
  });

  it('of both proxies pass the event stream on unbuffered, accept the largest upload and hide the metrics', () => {
    const [nginx, caddy] = [read('deploy/nginx.conf'), read('deploy/Caddyfile')];
    const stream = /location = \/api\/sync\/stream \{([^}]*)\}/.exec(nginx)?.[1] ?? '';
    for (const line of ['proxy_buffering off;', 'gzip off;', 'proxy_read_timeout 1h;']) expect(stream).toContain(line);
    expect(/handle \/api\/sync\/stream \{[^}]*flush_interval -1/.test(caddy)).toBe(true);
    expect(nginx).toContain('client_max_body_size 520m;');
    expect(caddy).toContain('max_size 520MiB');
    expect(nginx).toMatch(/location = \/metrics \{\s*return 404;/);
    expect(caddy).toContain('respond /metrics 404');
    // The sample proxies must replace the forwarding headers that a client sends, and not append to them.
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
  });

  it('of a cache for books verify the ticket of each request, and keep it out of the key', () => {
    const nginx = read('deploy/nginx-content-cache.conf');
    const cached = /location \^~ \/~c\/ \{([^}]*)\}/.exec(nginx)?.[1] ?? '';
    for (const line of ['auth_request /~verify;', 'proxy_cache_key "$http_host $shufang_file $shufang_tag";'])
      expect(cached).toContain(line);
    expect(/location = \/~verify \{[^}]*internal;[^}]*proxy_method HEAD;/.test(nginx)).toBe(true);
    // How long a copy may be served is said by the server alone.
    expect(nginx).not.toMatch(/proxy_cache_valid|proxy_ignore_headers|proxy_cache_use_stale/);
  });
});
