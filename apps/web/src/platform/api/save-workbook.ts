import { saveFile } from './save-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Hands a table the server made to the browser, which saves it. */
export const saveWorkbook = (fileName: string, base64: string): void => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(fileName, new Blob([bytes], { type: XLSX }));
};
