/** Inline script of pages that load the client's files from a CDN. Built apart from the client (vite.assets-fallback.ts). */
import { watchAssets } from './watch-assets.ts';

watchAssets();
