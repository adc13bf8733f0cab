import { nodeBuild } from './vite.node-build.ts';

export default nodeBuild('preload/setup.ts', 'setup-preload');
