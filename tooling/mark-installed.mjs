// After any install: remembers which lock file is installed, so that starting does not install again.
import { markInstalled } from './runtime.mjs';

markInstalled();
