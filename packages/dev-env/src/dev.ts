/** `npm run dev`: restarts the server and reloads the web client when their sources change; data as in `npm start`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot, serverArguments } from './start-product.ts';

const WEB_PORT = 5173;
const SERVER_PORT = Number(process.env['PORT'] ?? 8080);

const built = spawnSync(process.execPath, ['tooling/build.mjs'], { cwd: projectRoot, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const environment = {
  ...process.env,
  PORT: String(SERVER_PORT),
  PUBLIC_URL: `http://localhost:${WEB_PORT}`,
  CONTENT_URL: process.env['CONTENT_URL'] ?? `http://{book}.localhost:${SERVER_PORT}`,
  SHUFANG_API: `http://localhost:${SERVER_PORT}`,
};
const vite = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
const run = (args: string[], cwd = projectRoot): ChildProcess => spawn(process.execPath, args, { cwd, env: environment, stdio: 'inherit' });

const children = [
  run(['--watch', '--watch-preserve-output', ...serverArguments().slice(0, -1), 'apps/server/src/app/main.ts']),
  run([vite, '--port', String(WEB_PORT), '--strictPort'], path.join(projectRoot, 'apps', 'web')),
  run([vite, 'build', '--watch', '--logLevel', 'warn'], path.join(projectRoot, 'packages', 'reading-engine')),
];

// Ctrl-C also reaches the child processes; this process exits after them.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM');
});
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) if (other.exitCode === null) other.kill('SIGTERM');
  });
}
