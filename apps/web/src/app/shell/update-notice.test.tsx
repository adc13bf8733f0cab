import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { UpdateNotice } from './update-notice.tsx';

describe('the update notice', () => {
  it('announces a new version, links to the updater page, and is hidden there', async () => {
    const { router } = renderInApp(<UpdateNotice />, '/bookshelf');
    expect(screen.queryByRole('link')).toBeNull();
    act(() => broadcast('updateAvailable', { version: '0.2.0' }));
    await userEvent.click(await screen.findByRole('link', { name: /有新版本可用/ }));
    expect(router.state.location.pathname).toBe('/helper/appUpdater');
    expect(screen.queryByRole('link')).toBeNull();
  });
});
