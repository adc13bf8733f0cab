/** The last resort, when the frame itself failed: says so in the person's language and offers to load the page again. */
import { useRouteError } from 'react-router';
import { ScreenError } from './screen-error.tsx';

export const RootError = () => <ScreenError error={useRouteError()} onRetry={() => location.reload()} />;
