import { nodeBuild } from './vite.node-build.ts';

export default nodeBuild('boot/boot.ts', 'boot');
