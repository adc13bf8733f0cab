/** Renders a component as the product does, with theme, server-data cache and a router. */
import { render } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '../app/providers.tsx';
import { createQueryClient } from '../platform/api/query-client.ts';

/** Renders `component` at `path`. `handle`: properties of the route, as in the route table. */
export const renderInApp = (component: ReactNode, path = '/', handle: object = {}) => {
  const router = createMemoryRouter([{ path: '*', element: component, handle }], { initialEntries: [path] });
  return {
    router,
    ...render(
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    ),
  };
};

/**
 * Rules that do not run here. The first two measure text on a canvas, which jsdom lacks, and a component has no landmarks of its own: `e2e`
 * runs these three. `frame-tested` only says that axe does not run within frames. `frame-title-unique` asks whether frames of the same title
 * have the same content: release notes of one version for two systems are named by the version.
 */
const RULES_LEFT_OUT = ['color-contrast', 'label-content-name-mismatch', 'region', 'frame-tested', 'frame-title-unique'];

/** Returns accessibility violations, and results that axe cannot decide, as `rule: element`. */
export const accessibilityViolations = async (root: Element = document.body): Promise<string[]> => {
  const { violations, incomplete } = await axe.run(root, {
    iframes: false,
    rules: Object.fromEntries(RULES_LEFT_OUT.map((rule) => [rule, { enabled: false }])),
  });
  const sentences = (kind: string, results: readonly axe.Result[]): string[] =>
    results.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${kind}${id}: ${html}`));
  return [...sentences('', violations), ...sentences('undecided ', incomplete)];
};
