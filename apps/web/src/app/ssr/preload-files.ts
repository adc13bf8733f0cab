/**
 * Preloads in parallel all client files listed in the `meta` element with this name, and returns their URLs; empty if the page has
 * preloaded them already. The source of this function is also inlined in the page (`head-script.ts`), so it must not use anything outside
 * of itself.
 */
export const preloadFiles = (name: string): readonly string[] => {
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
