const REVOKE_DELAY_MS = 60_000;

/** Saves a file created by the page as a browser download. */
export const saveFile = (fileName: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
};
