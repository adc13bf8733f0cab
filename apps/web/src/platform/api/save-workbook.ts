import { saveFile } from './save-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves a workbook (xlsx) from the server as a browser download. */
export const saveWorkbook = (fileName: string, base64: string): void => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(fileName, new Blob([bytes], { type: XLSX }));
};
