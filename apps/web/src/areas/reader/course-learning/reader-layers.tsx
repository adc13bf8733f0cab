/** What lies on the open book for signed-in users: the layer of their classes, and for contributors the heat of the blocks. */
import type { Located } from '@shufang/reading-engine';
import { lazy, Suspense } from 'react';
import { usePersonalPages } from '../../../features/account/user-menu.tsx';
import { ClassLayer, type ClassLayerProps } from './class-layer.tsx';

const HeatLayer = lazy(async () => ({ default: (await import('./heat-layer.tsx')).HeatLayer }));

interface ReaderLayersProps extends ClassLayerProps {
  readonly located: Located;
}

export const ReaderLayers = ({ annotations, located, ...book }: ReaderLayersProps) => {
  const isContributor = usePersonalPages()?.includes('myEditedBook') === true;
  return (
    <>
      <ClassLayer annotations={annotations} {...book} />
      {/* Readers who contribute to no book load nothing and send no request. */}
      {isContributor ? (
        <Suspense>
          <HeatLayer {...book} href={located.locator.href} />
        </Suspense>
      ) : null}
    </>
  );
};
