/** Renders a component as it stands in the product: theme, server-data cache and a router. */
import { render } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '../app/providers.tsx';
import { createQueryClient } from '../platform/api/query-client.ts';

export const renderInApp = (component: ReactNode, path = '/') => {
  const router = createMemoryRouter([{ path: '*', element: component }], { initialEntries: [path] });
  return {
    router,
    ...render(
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    ),
  };
};

/** Accessibility faults as `rule: element`; colours need a real browser and are looked at there. */
export const accessibilityFaults = async (root: Element = document.body): Promise<string[]> => {
  const { violations } = await axe.run(root, {
    iframes: false,
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};
