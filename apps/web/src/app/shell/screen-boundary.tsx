/** Error boundary of a screen: the shell stays, and the screen can be retried. */
import { Component, type ReactNode } from 'react';
import { ScreenError } from './screen-error.tsx';

interface State {
  readonly error: unknown;
  readonly failed: boolean;
}

export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ScreenError error={this.state.error} onRetry={() => this.setState({ error: undefined, failed: false })} />;
  }
}
