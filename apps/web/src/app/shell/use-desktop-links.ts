/** Opens the page that a link from outside asks for (`shufang://`), in the desktop client. */
import { findDesktop } from '@shufang/desktop-bridge';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

export const useDesktopLinks = (): void => {
  const navigate = useNavigate();
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => findDesktop()?.onOpenPath((path) => open(path)), []);
};
