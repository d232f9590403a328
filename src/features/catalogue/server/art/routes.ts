import * as calls from '../../art-contract.ts';
import type { Api } from '../../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../../staff/server/serve-operator.ts';
import { getTitleCrop, removeTitleCrop, setTitleCrop } from './crop-art.ts';
import { getTitleArt, removeTitlePicture, removeTrailer, setTitleFocus, setTitleStills } from './edit-art.ts';
import { getFilmFrame, getStoryboard } from './film-frames.ts';
import { uploadTitlePicture } from './upload-picture.ts';

export function mountTitleArt(api: Api): void {
  serveOperator(api, calls.getTitleArt, nameTitle, getTitleArt);
  serveOperator(api, calls.removeTitlePicture, nameTitle, removeTitlePicture);
  serveOperator(api, calls.removeTrailer, nameTitle, removeTrailer);
  serveOperator(api, calls.setTitleFocus, nameTitle, setTitleFocus);
  serveOperator(api, calls.getTitleCrop, nameTitle, getTitleCrop);
  serveOperator(api, calls.setTitleCrop, nameTitle, setTitleCrop);
  serveOperator(api, calls.removeTitleCrop, nameTitle, removeTitleCrop);
  serveOperator(api, calls.setTitleStills, nameTitle, setTitleStills);
  serveOperator(api, calls.getStoryboard, nameTitle, getStoryboard);
  serveOperator(api, calls.getFilmFrame, nameTitle, getFilmFrame);
  serveOperator(api, calls.uploadTitlePicture, nameTitle, uploadTitlePicture);
}

const nameTitle = ({ id }: { id: number }) => `title:${String(id)}`;
