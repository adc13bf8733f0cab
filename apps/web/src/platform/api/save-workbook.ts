import { saveFile } from './save-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const save = (fileName: string, base64: string, type: string): void => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(fileName, new Blob([bytes], { type }));
};

/** Saves a workbook (xlsx) from the server as a browser download. */
export const saveWorkbook = (fileName: string, base64: string): void => save(fileName, base64, XLSX);

/** Saves a Word document (docx) from the server. */
export const saveDocument = (fileName: string, base64: string): void => save(fileName, base64, DOCX);

/** Saves a PDF from the server. */
export const savePdf = (fileName: string, base64: string): void => save(fileName, base64, 'application/pdf');
