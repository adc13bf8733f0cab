/** What happens when the page of a window has crashed, does not respond, or refuses to be left. */
import { app, type BrowserWindow, dialog } from 'electron';
import { text } from './messages.ts';

/** Asks the user when the page refuses to be left, because it uploads files. Otherwise the window would stay open, and nothing would say why. */
export const askBeforeLeaving = (window: BrowserWindow): void => {
  window.webContents.on('will-prevent-unload', (event) => {
    const response = dialog.showMessageBoxSync(window, {
      type: 'question',
      title: text.leaving.title,
      message: text.leaving.message,
      buttons: [text.leaving.stay, text.leaving.leave],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) event.preventDefault();
  });
};

/** Offers a way back when the page has crashed or does not respond. */
export const offerWayBack = (window: BrowserWindow): void => {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    void dialog
      .showMessageBox(window, {
        type: 'error',
        title: text.crash.title,
        message: text.crash.message,
        buttons: [text.crash.reload, text.crash.quit],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => {
        if (response === 0) window.webContents.reload();
        else app.quit();
      });
  });
  window.on('unresponsive', () => {
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        title: text.hang.title,
        message: text.hang.message,
        buttons: [text.hang.wait, text.crash.reload],
        defaultId: 0,
        cancelId: 0,
      })
      .then(({ response }) => {
        if (response === 1) window.webContents.forcefullyCrashRenderer();
      });
  });
};
