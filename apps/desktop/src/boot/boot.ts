/**
 * The boot loader of the packaged client: loads the newest verified program, and returns to the previous one if a new program does not
 * start. It stays as it was installed; only a new installation changes it.
 */
import path from 'node:path';
import { app } from 'electron';
import { buildSettings } from '../main/build-settings.ts';
import { chooseProgram, confirmStart, giveUp, uncountStart } from '../update/choose-program.ts';
import { openUpdateFiles } from '../update/update-state.ts';

declare const BOOT_TIMEOUT_MS: number;

const boot = (): void => {
  const files = openUpdateFiles(path.join(app.getPath('userData'), 'update'));
  const builtIn = { folder: __dirname, version: buildSettings.version };
  const program = chooseProgram(files, builtIn, buildSettings.publicKeys);
  const { version, isTrial } = program;
  let isConfirmed = !isTrial;

  const goBack = (why: string): void => {
    if (isConfirmed) return;
    isConfirmed = true;
    try {
      giveUp(files, version, why);
    } catch (error) {
      // The start has been counted, so the version is not started forever.
      console.error('the version could not be given up', error);
    }
    app.relaunch();
    app.exit(1);
  };
  const timer = isTrial ? setTimeout(() => goBack('没有响应'), BOOT_TIMEOUT_MS) : undefined;
  globalThis.shufangBoot = {
    publicKeys: buildSettings.publicKeys,
    confirm: () => {
      if (isConfirmed) return;
      isConfirmed = true;
      clearTimeout(timer);
      try {
        confirmStart(files, version);
      } catch (error) {
        // The program works; it is confirmed at a later start.
        console.error('the start could not be confirmed', error);
        return;
      }
      files.sweep();
    },
  };
  if (isTrial) {
    app.on('render-process-gone', (_event, _contents, { reason }) => {
      if (reason !== 'clean-exit') goBack(`页面停止：${reason}`);
    });
    app.on('will-quit', () => {
      if (isConfirmed) return;
      isConfirmed = true;
      try {
        uncountStart(files, version);
      } catch (error) {
        console.error('the count of the start could not be taken back', error);
      }
    });
    process.once('uncaughtException', (error) => goBack(`出错：${error.message}`));
  } else files.sweep();
  try {
    // The path is known only now, so the bundler leaves this call as it is.
    module.require(path.join(program.folder, 'main.cjs'));
  } catch (error) {
    if (!isTrial) throw error;
    goBack(`出错：${error instanceof Error ? error.message : String(error)}`);
  }
};

// A second start hands its arguments over to the first one, and must not count as an attempt to start a new program.
if (app.requestSingleInstanceLock()) boot();
else app.quit();
