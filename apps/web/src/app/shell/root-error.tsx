/** Error page for failures of the app shell itself; offers to reload. */
import { useRouteError } from 'react-router';
import { ScreenError } from './screen-error.tsx';

export const RootError = () => <ScreenError error={useRouteError()} onRetry={() => location.reload()} />;
