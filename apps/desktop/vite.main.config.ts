import { nodeBuild } from './vite.node-build.ts';

export default nodeBuild('main/main.ts', 'main');
