const KEPT_MS = 60_000;

/** Hands a file that was made or fetched by the page to the browser, which saves it as it saves every download. */
export const saveFile = (fileName: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the address only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
};
