import { nodeBuild } from './vite.node-build.ts';

export default nodeBuild('preload/client.ts', 'client-preload');
