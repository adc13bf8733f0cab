import { exportOrders } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/api/save-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves the table of one's orders as the browser saves files. */
export const useExportOrders = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { fileName, base64 } = await call(exportOrders, {});
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      saveFile(fileName, new Blob([bytes], { type: XLSX }));
    },
  });
  return { save: () => mutate(), isSaving: isPending };
};
