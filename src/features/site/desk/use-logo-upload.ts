import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Logo } from '../../../platform/config/brand.ts';
import { uploadFile } from '../../../platform/desk/upload-file.ts';
import { PICTURE_TYPES, type PictureFormat } from '../../../platform/media/picture-file.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { describeFault } from '../../catalogue/desk/art/describe-fault.ts';
import { findPictureFault, MAX_PICTURE_BYTES, PICTURE_ENDS } from '../../titles/picture-rules.ts';
import { LOGO_FORMATS } from '../brand-rules.ts';
import { uploadSiteLogo } from '../texts-contract.ts';

interface Sending {
  file: Blob;
  name: string;
}

/** The checks of the server are made here first. The logo is on the site after the save of the brand. */
export function useLogoUpload(onStored: (logo: Logo) => void) {
  const [progress, setProgress] = useState(0);
  const act = useMutation({
    mutationFn: async ({ file, name }: Sending) => {
      setProgress(0);
      if (file.size > MAX_PICTURE_BYTES) throw new Error(describeFault('too_large'));
      const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
      const isNamed = (format: PictureFormat) => PICTURE_ENDS[format].includes(ending);
      const { fault, format } = findPictureFault(new Uint8Array(await file.arrayBuffer()), 'wordmark', isNamed);
      if (fault !== null || format === null) throw new Error(describeFault(fault ?? 'format'));
      if (!LOGO_FORMATS.includes(format)) throw new Error(m.error_site_logo_format());
      return uploadFile(uploadSiteLogo, {}, { file, type: PICTURE_TYPES[format], onProgress: setProgress });
    },
    onSuccess: ({ data }) => {
      onStored(data);
    },
  });
  return { ...act, progress };
}
