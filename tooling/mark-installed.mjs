// Runs after each install: records which lock file is installed, so that `npm start` does not install again.
import { markInstalled } from './runtime.mjs';

markInstalled();
