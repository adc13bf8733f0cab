/** What surrounds every screen: the theme (always light) and the cache of server data. */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

export const Providers = ({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) => (
  <MantineProvider theme={theme} forceColorScheme="light">
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </MantineProvider>
);
