/** The single numbers of the statistics of a book, in groups. */
import { type AuthorStatistics, statisticsFigures } from '@shufang/contract';
import { Section } from '@shufang/ui';
import { FigureCards } from './figure-cards.tsx';

interface StatisticsCardsProps {
  readonly statistics: AuthorStatistics;
  readonly isWhole: boolean;
  /** What the user gets of royalty statements that are not paid. */
  readonly royaltyDueFen: number;
}

export const StatisticsCards = ({ statistics, isWhole, royaltyDueFen }: StatisticsCardsProps) =>
  statisticsFigures(statistics, isWhole, royaltyDueFen).map(({ title, figures }) => (
    <Section key={title} title={title}>
      <FigureCards figures={figures} />
    </Section>
  ));
