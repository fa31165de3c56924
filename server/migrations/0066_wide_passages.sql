-- New passages keep the weights of their terms in their row, and mostly all else. Before, the weights were
-- stored apart, although a search reads those of hundreds of passages, and the text of ten.
alter table passages alter column weights set storage main;
alter table passages set (toast_tuple_target = 4080);
