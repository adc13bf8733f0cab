/**
 * Asks for all of the client's files that the page names in its `meta` element of this name, side by side, and answers them; none where
 * the page asked for them itself. Also a text in the page (`page-head.ts`): it leans on nothing.
 */
export const bringFiles = (name: string): readonly string[] => {
  const files = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [];
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
  return files;
};
