/** The dialog that looks up or translates a passage, if the operator offers either; its code is loaded when it is opened first. */
import { getLookUps } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { lookUpText } from '../../platform/messages/zh-cn/look-up.ts';
import { useSession } from '../../platform/session/session.ts';

const LookUpDialog = lazy(async () => ({ default: (await import('./look-up-dialog.tsx')).LookUpDialog }));

interface LookUp {
  /** Name of the entry in the menu; undefined if the operator offers nothing, or nobody is signed in. */
  readonly name: string | undefined;
  readonly open: (passage: string) => void;
  readonly dialog: ReactNode;
}

/** `isReady`: whether the page is shown; the request for what the operator offers is sent only then. */
export const useLookUp = (isReady: boolean): LookUp => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const [passage, setPassage] = useState<string>();
  const { data: offered } = useQuery({
    queryKey: ['look-ups'],
    queryFn: ({ signal }) => call(getLookUps, {}, { signal }),
    enabled: isReady && isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { claims: true },
  });
  const { word, translation, both } = lookUpText.name;
  const name = offered?.hasDictionary ? (offered.hasTranslation ? both : word) : offered?.hasTranslation ? translation : undefined;
  return {
    name,
    open: setPassage,
    dialog: passage !== undefined && offered !== undefined && (
      <Suspense>
        <LookUpDialog passage={passage} offered={offered} name={name ?? word} onClose={() => setPassage(undefined)} />
      </Suspense>
    ),
  };
};
