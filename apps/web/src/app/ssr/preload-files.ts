/**
 * Preloads in parallel all client files listed in the `meta` element with this name, and returns the URLs of the code; empty if the page has
 * preloaded them already. The source of this function is also inlined in the page (`head-script.ts`), so it must not use anything outside
 * of itself.
 */
export const preloadFiles = (name: string): readonly string[] => {
  const files = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [];
  for (const file of files) {
    const link = document.createElement('link');
    const isCode = file.endsWith('.js');
    link.rel = isCode ? 'modulepreload' : 'preload';
    if (!isCode) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
  return files.filter((file) => file.endsWith('.js'));
};
