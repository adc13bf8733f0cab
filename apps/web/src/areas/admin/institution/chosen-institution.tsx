/** Shows content about one of the institutions that the operator may see, with a choice if there are several. */
import { EmptyState, FilterBar, LoadFailure, RecordsSkeleton, SelectField } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { licenseUseText as text } from '../../../platform/messages/zh-cn/license-use.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { adminInstitutionsQuery } from './queries.ts';

const ID = /^[0-9a-z]{26}$/;

export const ChosenInstitution = ({ children }: { children: (institutionId: string) => ReactNode }) => {
  const { valueOf, change } = useUrlFilters();
  const { data, isError, refetch } = useInfiniteQuery(adminInstitutionsQuery(''));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.institution)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const institutions = data.pages.flatMap(({ items }) => items);
  const asked = valueOf('institution');
  const chosen = ID.test(asked) ? asked : institutions[0]?.id;
  if (chosen === undefined) {
    return (
      <EmptyState title={text.noInstitution}>
        <p>{text.noInstitutionHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {institutions.length > 1 ? (
        <FilterBar label={text.choose}>
          <SelectField
            label={text.institution}
            value={chosen}
            options={institutions.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(value) => change('institution', value)}
          />
        </FilterBar>
      ) : null}
      {children(chosen)}
    </>
  );
};
