/** Title and instructions of a section of a paper; nothing for a paper without sections. */
import type { ShownSection } from '@shufang/contract';
import { Text } from '@shufang/ui';

export const SectionHeading = ({ section: { title, instructions } }: { readonly section: Pick<ShownSection, 'title' | 'instructions'> }) =>
  title === '' && instructions === '' ? null : (
    <div>
      {title === '' ? null : (
        <Text as="h2" size={18} weight={600}>
          {title}
        </Text>
      )}
      {instructions === '' ? null : (
        <Text as="p" tone="soft" whiteSpace="pre-line">
          {instructions}
        </Text>
      )}
    </div>
  );
