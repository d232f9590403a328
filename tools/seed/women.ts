import type { Person } from './schema.ts';

/** First names and slugs of the catalogue’s women, for the drawn figures: no likeness is meant. */
const NAMES = new Set(
  (
    'achala agnese aida ainaz alanna alba alice alisa amaneh ana anna anne annie annika ariadna atefeh atena audrey azita azizeh ' +
    'bahare bahareh baran behnaz behnoosh betsy betty bibi brigitte carla cate catherine cathy charlotte charmian cheryl chieko claire clara claudia clotilde connie ' +
    'debbie dee diane ebru elaheh eleanor elham elika ellen elnaz emilia emilie emily evanthia farahnaz farideh farimah farrokhlagha fatemeh fereshte fereshteh fernanda firouzeh forough fran frances gabriela gelareh gohar goli golab golnaz golshifteh giulietta gracy ' +
    'hamideh hana hanieh haruko hattie hedieh hema hildur homa homeira humeyra ingrid iran irene isabel isabelle itziar jaleh jamileh janet jaya jessica jessie jordis julia julie kareena karen karoline katayoun kiana kyoko laleh lalita laya leila leili lianella lili linda lisa livia ' +
    'maedeh mahbanou mahin mahnaz mahrokh mahsa mahshid mahtab maja maral marcella margaret maria maribel marie marilia marjan martina mary maryam maryiam marzieh maureen mehraneh mehraveh melika melissa merila mina mireille moira mojgan mona monir mozhdeh naghmeh naima nadine nafise narges nargess nasrin natasha nathalie nayereh nazanin neda negar neshat nicoletta niousha noghre noriko olivia ozge ' +
    'pantea pardis parinaz parisa parvaneh parvindokht paulette peggy philippa pouran prunella rachel rana rafia rakhshan rana renee rima roghieh rogheih rojin romane roshanak roya sabine sadaf sahar sara sareh sarina setareh setsuko shabnam shaghayegh shahrzad shamila sheida shila shirin shohreh sima soledad soraya suhasini susan susse svetlana tahereh tahmineh talia tanie tannaz tara taraneh tatiana teresa thea tina tisca uma ursula vahideh vera vishka vivien vyjayanthimala whoopi yasmin yasuko yekta yolande yordanos zahra zakieh zarifeh ziba niki minoo samira bita afsar mansoureh pouri fakhri ahu ayda shayesteh turan mari rumi he-saifei gong-li cao-cuifen jin-shuyuan kong-lin ni-zhen jung-yu-mi kim-su-an ahn-so-hee cho-yeo-jeong park-so-dam jang-hye-jin lee-jung-eun jung-ho-yeon lee-young-ae hong-ri-na yang-mi-kyung kyeon-mi-ri yeo-woon-kay kim-young-hyun han-hye-jin oh-yeon-soo choi-wan-kyu'
  ).split(' '),
);

export const isWoman = ({ slug }: Person): boolean => NAMES.has(slug) || NAMES.has(slug.split('-')[0] ?? '');
