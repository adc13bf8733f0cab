/** The reading of one document by block: its query, and the shades of its blocks. */
import { type BlockHeat, getBlockHeat, type InputOf, shadeOf } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

export const blockHeatQuery = (userId: string | undefined, input: InputOf<typeof getBlockHeat>) =>
  queryOptions({
    queryKey: ['author', 'blocks', userId, input],
    queryFn: ({ signal }) => call(getBlockHeat, input, { signal }),
    staleTime: 60_000,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

const greatestOf = ({ blocks }: BlockHeat): number => Math.max(0, ...blocks.map(({ medianSeconds }) => medianSeconds ?? 0));

/** Returns the shade of each block from 1 to 5, by its id; a hidden block has none. */
export const shadesOf = (heat: BlockHeat): Record<string, number> => {
  const greatest = greatestOf(heat);
  return Object.fromEntries(
    heat.blocks.flatMap(({ id, medianSeconds }) => {
      const shade = shadeOf(medianSeconds, greatest);
      return shade === 0 ? [] : [[id, shade]];
    }),
  );
};

/** Returns the range of seconds of each shade from 1 to 5, both ends included; empty if every block is hidden. */
export const legendOf = (heat: BlockHeat): { readonly shade: number; readonly from: number; readonly to: number }[] => {
  const greatest = greatestOf(heat);
  const seconds = Array.from({ length: greatest }, (_, index) => index + 1);
  return [...Map.groupBy(seconds, (second) => shadeOf(second, greatest))].map(([shade, of]) => ({
    shade,
    from: of[0] ?? 0,
    to: of.at(-1) ?? 0,
  }));
};
